import { createContext, memo, type ReactNode, use } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { readGfm } from './gfm.js';
import { fileLink, outerLink } from './links.js';
import type { Part } from './parts.js';
import { rehypeLines, rehypeShelf } from './rehype-shelf.js';

/** Text of a PDF is hostile: no pictures (they would be fetched) and no inputs. */
const schema = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'input'),
  attributes: { ...defaultSchema.attributes, hr: ['title'] },
};

/** The path of the file whose text is rendered: its links are relative to it. */
export const FilePath = createContext('');

const components: Components = {
  hr: ({ title }) => (title === undefined ? <hr /> : <div className="page-mark">Page {title}</div>),
  a: ({ href = '', children }) => <TextLink href={href}>{children}</TextLink>,
};

/** A link to another file opens it in the reader (MarkdownFile), or by its address in another tab. */
function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const link = fileLink(use(FilePath), href);
  if (link)
    return (
      <a href={`?file=${encodeURIComponent(link.file)}`} data-file={link.file} data-anchor={link.anchor}>
        {children}
      </a>
    );
  const outer = outerLink(href, location.href);
  // an address of the web app itself, which a PDF has no reason to know
  if (outer === null) return <span>{children}</span>;
  return (
    <a href={outer} rel="noreferrer noopener nofollow" target={outer.startsWith('#') ? undefined : '_blank'}>
      {children}
    </a>
  );
}

/** One part of a file as a person reads it. Blocks carry `data-line`, the line of the file where they begin. */
export const MarkdownPart = memo(function MarkdownPart({ part: { text, line, plain } }: { part: Part }) {
  if (plain)
    return (
      <pre dir="auto" data-line={line} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </pre>
    );
  return (
    <Markdown
      components={components}
      remarkPlugins={[readGfm]}
      remarkRehypeOptions={{ clobberPrefix: '' }}
      rehypePlugins={[rehypeShelf, [rehypeSanitize, schema], [rehypeLines, { offset: line - 1 }]]}
    >
      {text}
    </Markdown>
  );
});
