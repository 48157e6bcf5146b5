/** Which sections become directories, which share a file, and where a text that is too large for a file is cut. */
import { AIM_BYTES, HARD_BYTES } from '../limits.js';
import { sizeOf } from '../markdown/size.js';
import type { Block } from '../block-model.js';
import type { DecisionTable } from '../rules.js';
import { allBlocks, type Section } from '../templates/section.js';
import { subjectOf } from '../templates/subject.js';

/** Directories below each other stay fewer than this, which keeps paths within their 400 characters. */
const MAX_DEPTH = 5;

export interface PlacedSection {
  section: Section;
  /** Directories that it is in. */
  depth: number;
}

/** Asked of sections with children: whether these become files of their own. */
export const SECTION_SPLIT: DecisionTable<PlacedSection, 'directory' | 'file'> = {
  name: 'section-split',
  rules: [
    {
      name: 'too-deep',
      why: 'Further directories would make the paths too long.',
      test: ({ depth }) => (depth >= MAX_DEPTH ? 'file' : null),
    },
    {
      name: 'split-by-template',
      why: 'The template wants each of the children as a file, however small.',
      test: ({ section }) => (section.split === 'always' ? 'directory' : null),
    },
    {
      name: 'whole-by-template',
      why: 'The template wants the section whole, as long as a file can hold it.',
      test: ({ section }) => (section.split === 'never' && sizeOf(allBlocks(section)) <= HARD_BYTES ? 'file' : null),
    },
    {
      name: 'too-large',
      why: 'The section is longer than what a reader takes in at once.',
      test: ({ section }) => (sizeOf(allBlocks(section)) > AIM_BYTES ? 'directory' : null),
    },
  ],
  otherwise: 'file',
  subject: ({ section }) => subjectOf(allBlocks(section), section.title),
  numbers: ({ section, depth }) => ({ sizeBytes: sizeOf(allBlocks(section)), depth }),
};

export interface SectionPair {
  /** The sections that share the open file, and the next section. */
  group: readonly Section[];
  next: Section;
  /** Sections of fewer bytes share a file with their neighbours. */
  smallBytes: number;
}

const isOwnFile = ({ unit, unnumbered }: Section): boolean => unit === true || unnumbered === true;
const bytesOf = (group: readonly Section[]): number => sizeOf(group.flatMap(allBlocks));

export const SHARED_FILE: DecisionTable<SectionPair, 'share' | 'apart'> = {
  name: 'shared-file',
  rules: [
    {
      name: 'unit-of-template',
      why: 'A chapter or clause is a file of its own, however small.',
      test: ({ group, next }) => (isOwnFile(next) || isOwnFile(group[0]!) ? 'apart' : null),
    },
    {
      name: 'too-large-together',
      why: 'The file would be longer than what a reader takes in at once.',
      test: ({ group, next }) => (bytesOf(group) + bytesOf([next]) > AIM_BYTES ? 'apart' : null),
    },
    {
      name: 'small-neighbour',
      why: 'A file of a few lines helps nobody: the small section goes with its neighbour.',
      test: ({ group, next, smallBytes }) => (Math.min(bytesOf(group), bytesOf([next])) < smallBytes ? 'share' : null),
    },
  ],
  otherwise: 'apart',
  subject: ({ next }) => subjectOf(allBlocks(next), next.title),
  numbers: ({ group, next, smallBytes }) => ({
    groupBytes: bytesOf(group),
    nextBytes: bytesOf([next]),
    smallBytes,
  }),
};

export interface OpenPart {
  /** The last block of the part; undefined where the part is empty. */
  last: Block | undefined;
  /** Bytes of the part, of the next block, and those that a part should have. */
  bytes: number;
  next: Block;
  aimBytes: number;
}

/** Asked of a block that the part has no room for. */
export const PART_END: DecisionTable<OpenPart, 'cut' | 'continue'> = {
  name: 'part-end',
  rules: [
    {
      name: 'empty-part',
      why: 'A part has one block at least.',
      test: ({ last }) => (last === undefined ? 'continue' : null),
    },
    {
      name: 'footnote',
      why: 'A note stays with the text that it belongs to.',
      test: ({ next }) => (next.kind === 'footnote' ? 'continue' : null),
    },
    {
      name: 'heading-above',
      why: 'A heading stays with the text below it.',
      test: ({ last }) => (last?.kind === 'heading' ? 'continue' : null),
    },
  ],
  otherwise: 'cut',
  subject: ({ next }) => subjectOf([next], next.kind),
  numbers: ({ bytes, next, aimBytes }) => ({ partBytes: bytes, blockBytes: sizeOf([next]), aimBytes }),
};
