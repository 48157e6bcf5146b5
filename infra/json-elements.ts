/**
 * Reads the JSON of an object with one long array as a stream, so that no more than one element of the array is in memory.
 * It follows strings and brackets alone; each part is parsed by `JSON.parse`.
 */
import type { Readable } from 'node:stream';

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);
/** How many brackets are open between two elements: that of the object and that of the array. */
const BETWEEN = 2;

export interface ElementsOptions {
  /** The object's member that holds the array, as `JSON.stringify` writes it: without white space. */
  member: string;
  /** A longer text is refused. */
  maxBytes: number;
  /** So is a longer element, which is in memory. */
  maxElementBytes: number;
  /** And an element with more than this outside its strings: many small values cost a multiple of their text to parse. */
  maxElementSyntaxBytes: number;
  /** And more text than this around the elements. */
  maxAroundBytes: number;
  /** Called with each element, which are objects, one after the other. */
  onElement: (element: unknown) => Promise<void>;
}

/**
 * Calls `onElement` for the elements of the array; returns the object with an empty array in its place.
 * @throws SyntaxError if it is no JSON, or has no such array; RangeError if it is too long; what `onElement` throws
 */
export async function readElements(source: Readable, options: ElementsOptions): Promise<unknown> {
  const { member, maxBytes, onElement } = options;
  const splitter = createSplitter(`${JSON.stringify(member)}:[`, options);
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RangeError('the JSON is too long');
    for (const element of splitter.split(chunk)) await onElement(JSON.parse(element.toString('utf8')));
  }
  if (!splitter.hasBegun()) throw new SyntaxError(`the JSON has no array "${member}"`);
  return JSON.parse(splitter.around().toString('utf8'));
}

type Bounds = Pick<ElementsOptions, 'maxElementBytes' | 'maxElementSyntaxBytes' | 'maxAroundBytes'>;

/** Cuts out the elements of the array that begins with `opening`. */
function createSplitter(opening: string, bounds: Bounds) {
  let around = ''; // bytes as characters: a chunk may end within one
  let element: Buffer[] = [];
  let elementBytes = 0;
  let depth = 0;
  let isInArray = false;
  let hasBegun = false;
  const scanner = createScanner();

  function keep(part: Buffer): void {
    if (!isInArray) around += part.toString('latin1');
    // what separates elements is dropped
    else if (depth > BETWEEN) {
      element.push(part);
      elementBytes += part.length;
    }
    if (around.length > bounds.maxAroundBytes || elementBytes > bounds.maxElementBytes)
      throw new RangeError('a part of the JSON is too long');
  }

  /** After a bracket at its depth: enters the array if it is the one. */
  function enterArray(): void {
    isInArray = around.endsWith(opening);
    hasBegun ||= isInArray;
    if (isInArray) scanner.allow(bounds.maxElementSyntaxBytes);
  }

  function split(chunk: Buffer): Buffer[] {
    const whole: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (!scanner.isBracket(byte)) continue;
      if (isInArray && depth === BETWEEN) from = at;
      const isOpening = OPENING.has(byte);
      depth += isOpening ? 1 : -1;
      if (isInArray && !isOpening && depth === BETWEEN) {
        whole.push(Buffer.concat([...element, chunk.subarray(from, at + 1)]));
        element = [];
        elementBytes = 0;
        scanner.allow(bounds.maxElementSyntaxBytes);
        from = at + 1;
      } else if (isInArray && depth < BETWEEN) {
        isInArray = false;
        scanner.allow(Infinity);
      } else if (!isInArray && isOpening && depth === BETWEEN) {
        keep(chunk.subarray(from, at + 1));
        from = at + 1;
        enterArray();
      }
    }
    keep(chunk.subarray(from));
    return whole;
  }

  return { split, hasBegun: () => hasBegun, around: () => Buffer.from(around, 'latin1') };
}

/** Tells brackets from those in strings. */
function createScanner() {
  let isInString = false;
  let isEscaped = false;
  let syntaxBytesLeft = Infinity;
  return {
    /**
     * Takes in a byte; returns whether it is a bracket, and not part of a string.
     * @throws RangeError where more bytes are outside strings than is allowed
     */
    isBracket(byte: number): boolean {
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isInString = !isInString;
      else if (isInString) isEscaped = byte === BACKSLASH;
      else {
        syntaxBytesLeft -= 1;
        if (syntaxBytesLeft < 0) throw new RangeError('an element of the JSON has too many values');
        return OPENING.has(byte) || CLOSING.has(byte);
      }
      return false;
    },
    /** From now on so many bytes outside strings. */
    allow: (syntaxBytes: number) => void (syntaxBytesLeft = syntaxBytes),
  };
}
