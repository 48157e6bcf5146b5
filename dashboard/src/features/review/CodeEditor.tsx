import { markdown } from '@codemirror/lang-markdown';
import { EditorView } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import CodeMirror from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { nonce } from '../../shared/nonce.js';
import { editorLook } from './editor-look.js';

interface Props {
  path: string;
  value: string;
  readOnly: boolean;
  onChange: (text: string) => void;
}

/** The text of a file to be edited. Tab leaves it, as everywhere on the page. */
export default function CodeEditor({ path, value, readOnly, onChange }: Props) {
  const scheme = useComputedColorScheme('light');
  const extensions = useMemo(
    () => [
      ...(path.endsWith('.md') ? [markdown()] : []),
      editorLook(scheme),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': `Text of ${path}` }),
    ],
    [path, scheme],
  );
  return (
    <CodeMirror
      value={value}
      readOnly={readOnly}
      onChange={onChange}
      theme="none"
      extensions={extensions}
      indentWithTab={false}
      basicSetup={{ foldGutter: false, highlightActiveLine: false, highlightActiveLineGutter: false }}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the button "Edit": the next thing typed is the text
      autoFocus
    />
  );
}
