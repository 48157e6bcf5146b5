/** Operators of pdf.js by what they do to a page. */
import { OPS } from './pdfjs-module.js';

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

/** Paint the path that was built, along its line or in its area. */
export const STROKES: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
export const FILLS: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
