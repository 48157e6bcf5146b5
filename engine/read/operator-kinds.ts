/** Operators of pdf.js by what they do to the pictures and areas of a page. */
import { OPS } from './pdfjs-module.js';

/** Paint areas whose place is not gathered, or let others do so. */
export const SHADING_OPERATORS: ReadonlySet<number> = new Set([
  OPS.shadingFill,
  OPS.setFillColorN,
  OPS.paintSolidColorImageMask,
  OPS.paintImageMaskXObjectGroup,
  OPS.paintInlineImageXObjectGroup,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectRepeat,
]);

/** Change how something is painted and paint nothing: many programs set them between a picture's place and the picture. */
export const STATE_OPERATORS: ReadonlySet<number> = new Set([
  OPS.setGState,
  OPS.setRenderingIntent,
  OPS.setFlatness,
  OPS.setLineWidth,
  OPS.setLineCap,
  OPS.setLineJoin,
  OPS.setMiterLimit,
  OPS.setDash,
  OPS.setFillRGBColor,
  OPS.setStrokeRGBColor,
]);
