import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** With the contrast that texts need (WCAG 2.2 AA), of which the editor's own dark theme has less. */
const QUIET = 'var(--mantine-color-dimmed)';
const SELECTED = { light: 'var(--mantine-color-blue-1)', dark: 'var(--mantine-color-blue-9)' };

/** Markdown in the colours of the app: structure by weight and slant, marks and comments quieter than the text. */
export function editorLook(scheme: 'light' | 'dark') {
  const theme = EditorView.theme(
    {
      '&': { backgroundColor: 'var(--mantine-color-body)', color: 'var(--mantine-color-text)' },
      '.cm-content': { caretColor: 'var(--mantine-color-text)' },
      '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
      '.cm-gutters': { backgroundColor: 'var(--mantine-color-body)', color: QUIET, border: 'none' },
      '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        backgroundColor: SELECTED[scheme],
      },
    },
    { dark: scheme === 'dark' },
  );
  const marks = HighlightStyle.define([
    { tag: tags.heading, fontWeight: '600' },
    { tag: tags.strong, fontWeight: '600' },
    { tag: tags.emphasis, fontStyle: 'italic' },
    { tag: tags.strikethrough, textDecoration: 'line-through' },
    { tag: [tags.link, tags.url], color: 'var(--mantine-color-anchor)' },
    { tag: [tags.comment, tags.processingInstruction, tags.contentSeparator], color: QUIET },
  ]);
  return [theme, syntaxHighlighting(marks)];
}
