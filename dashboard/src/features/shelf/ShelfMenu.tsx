import { Button, Menu, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Citation } from '../../../../contract/reading.js';
import type { Shelf } from '../../../../contract/shelf.js';
import { isOpen } from '../../../../contract/vocabulary.js';
import { addresses, api } from '../../shared/client.js';
import { paths } from '../../shared/paths.js';
import { lazyDialog } from '../../shared/ui/lazy-dialog.js';
import type { Place } from '../../shared/use-place.js';
import { LazyRename } from '../../shared/shelf-changes/LazyRename.js';
import { deleteSoon } from '../../shared/shelf-changes/delete-soon.js';
import { showError } from '../../shared/ui/undo-notice.js';

const Snippets = lazyDialog(() => import('./Snippets.js'));

interface Props {
  shelf: Shelf;
  place: Place;
  /** The file that is shown. */
  file: string | null;
}

/** What can be done with a shelf besides reading it. */
export function ShelfMenu({ shelf, place: { line }, file }: Props) {
  const { publicId } = shelf;
  const [, navigate] = useLocation();
  const [shown, setShown] = useState<'rename' | 'snippets' | null>(null);
  const archive = useArchive(publicId);
  const cite = useCitation(shelf);
  const close = () => setShown(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="default" loading={archive.isPending}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            disabled={file === null || line === null}
            onClick={() => file !== null && line !== null && cite.mutate({ path: file, line })}
          >
            Copy a citation of the marked passage
            {line === null ? <Text size="xs">Click a paragraph first</Text> : null}
          </Menu.Item>
          {/* Mantine would focus the first item, also where it is disabled, and keys would not reach the menu */}
          <Menu.Item data-autofocus={file === null || line === null || undefined} onClick={() => setShown('snippets')}>
            For programs and agents
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={shelf.status !== 'ready'} onClick={() => archive.mutate()}>
            Download all files
          </Menu.Item>
          {isOpen('readSource', shelf.status) ? (
            <Menu.Item component="a" href={addresses.source(publicId)} download>
              Download the PDF
            </Menu.Item>
          ) : null}
          {file === null ? null : (
            <Menu.Item component="a" href={addresses.file(publicId, file)} download={file.split('/').at(-1)}>
              Download this file
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => setShown('rename')}>Rename</Menu.Item>
          <Menu.Item
            onClick={() => {
              deleteSoon(shelf);
              navigate(paths.home);
            }}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {shown === 'rename' ? <LazyRename shelf={shelf} onClose={close} /> : null}
      {shown === 'snippets' ? <Snippets shelf={shelf} file={file} onClose={close} /> : null}
    </>
  );
}

const CLOSE = { 'aria-label': 'Close' };

const tell = (error: unknown) => showError('This did not work', error);

/** Downloads all files. */
const useArchive = (publicId: string) =>
  useMutation({
    mutationFn: () => archiveAddress(publicId),
    onSuccess: (url) => window.location.assign(url),
    onError: tell,
  });

/** Copies a citation of a passage. */
const useCitation = (shelf: Shelf) =>
  useMutation({
    mutationFn: async ({ path, line }: { path: string; line: number }) => {
      const cited = await api.cite({ id: shelf.publicId, path, start: line });
      await navigator.clipboard.writeText(citationText(shelf, cited));
    },
    onSuccess: () => notifications.show({ message: 'The citation is copied.', closeButtonProps: CLOSE }),
    onError: tell,
  });

/** The address of the archive; throws while it is being made. */
async function archiveAddress(id: string): Promise<string> {
  const archive = await api.getArchiveUrl({ id });
  if ('url' in archive) return archive.url;
  throw new Error(`The archive is being made. Try again in ${archive.retryAfter} s.`);
}

/** A passage with where it was printed, and a link to it. */
function citationText({ name }: Shelf, { passages, path, heading }: Citation): string {
  const text = [...new Set(passages.map((passage) => passage.text))].join('\n');
  const printed = passages[0];
  const where = [name, heading, printed && `page ${printed.pageLabel ?? printed.page}`].filter(Boolean).join(', ');
  return `“${text}” (${where === '' ? path : where})\n${window.location.href}`;
}
