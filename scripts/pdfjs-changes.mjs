/**
 * What is changed in pdf.js' own code as it lies in the engine's bundle, where it costs time or ends the process and has no
 * option for it: decision 32. Each change looks for its place and fails the build where pdf.js no longer has it as often as
 * it used to. The pages that are read are the same: test/unit/worker/engine-bundle.slow.test.ts.
 */

/** @param what what pdf.js does there, and how often it says so if not once */
function replaced(text, place, by, what) {
  const { does, times } = typeof what === 'string' ? { does: what, times: 1 } : what;
  if (text.split(place).length !== times + 1) throw new Error(`pdf.js ${does} in another way than it used to`);
  return text.replaceAll(place, () => by);
}

/**
 * pdf.js decodes each picture of a page although reading wants its place alone, which it has written down by then. Only
 * documents that are opened for reading ask for the extra properties of fonts.
 */
const DECODE = /^ {4}(?=\w*PDFImage\.buildImage\(\{$)/gm;
const withoutPictures = (text) =>
  replaced(text, DECODE, '    if (!this.options.fontExtraProperties) ', 'decodes pictures');

/** pdf.js decompresses by a web stream, on another thread and chunk by chunk, which costs more than to decompress. */
const STREAM = /(?<=async asyncGetBytesFromDecompressionStream\(name\) \{[^}]*try \{)/g;
const INFLATE = `if (name === "deflate") {
        const decompressed = new Uint8Array(require("node:zlib").inflateSync(bytes));
        return { decompressed, compressed: bytes };
      }`;
const withoutStreams = (text) => replaced(text, STREAM, INFLATE, 'decompresses');

/**
 * For the tags of a page pdf.js climbs from each of its elements to the root, and reads all children of what it passes:
 * of the element "Document" all paragraphs of the document, for each page again. Here only those children of an element
 * that was climbed to are read that the climb came from; the others are of other pages. Lists and tables are read as a
 * whole, as pdf.js wants it, and so is what turns out to hold content of the page itself.
 */
const CLIMBED = {
  made: '    this.kids = [];\n    this.parseKids();\n  }\n',
  makes: `    this.kids = [];
    this.isPartial = isPartial && !["L", "LBody", "LI", "Table", "THead", "TBody", "TFoot", "TR"].includes(this.role);
    this.parseKids();
  }
  takeKid(dict) {
    if (!this.isPartial) return;
    for (const position of this.tree.root.kidsOf(this.dict).references.get(Number.parseInt(dict.objId)) ?? []) {
      if (this.kids.some((kid) => kid.position === position)) continue;
      const kid = this.parseKid(this.pageObjId, dict);
      if (kid) this.kids.push(Object.assign(kid, { position }));
    }
    this.kids.sort((a, b) => a.position - b.position);
  }
  complete() {
    if (!this.isPartial) return this;
    this.isPartial = false;
    const before = this.kids;
    this.kids = [];
    this.parseKids();
    for (const kid of this.kids) kid.parentNode = before.find(({ dict }) => dict !== null && dict === kid.dict)?.parentNode ?? null;
    return this;
  }
`,
};

function withoutClimbedKids(text) {
  const what = 'reads the tags of a page';
  const change = (before, place, by) => replaced(before, place, by, what);
  const steps = [
    [CLIMBED.made, CLIMBED.makes],
    [
      'class StructElementNode {\n  constructor(tree, dict) {',
      'class StructElementNode {\n  constructor(tree, dict, isPartial) {',
    ],
    [
      '    if (Array.isArray(kids)) {\n      for (const kid of kids) {\n        const element = this.parseKid(pageObjId, this.xref.fetchIfRef(kid));\n        if (element) {\n',
      `    this.pageObjId = pageObjId;
    if (Array.isArray(kids)) {
      for (const [position, kid] of this.isPartial ? this.tree.root.kidsOf(this.dict).direct : kids.entries()) {
        const element = this.parseKid(pageObjId, this.xref.fetchIfRef(kid));
        if (element) {
          element.position = position;
`,
    ],
    ['      return map.get(dict);\n', '      return level > 0 ? map.get(dict) : map.get(dict).complete();\n'],
    [
      'const element = new StructElementNode(this, dict);',
      'const element = new StructElementNode(this, dict, level > 0 && Array.isArray(dict.get("K")));',
    ],
    [
      '    for (const kid of parentNode.kids) {\n',
      '    parentNode.takeKid(dict);\n    for (const kid of parentNode.kids) {\n',
    ],
    [
      '  getKidPosition(kidRef) {\n',
      `  #kids = new Map();
  kidsOf(dict) {
    const known = this.#kids.get(dict);
    if (known) return known;
    const kids = { direct: [], references: new Map() };
    for (const [at, kid] of dict.get("K").entries()) {
      if (!(kid instanceof Ref)) kids.direct.push([at, kid]);
      else if (kids.references.has(kid.num)) kids.references.get(kid.num).push(at);
      else kids.references.set(kid.num, [at]);
    }
    this.#kids.set(dict, kids);
    return kids;
  }
  getKidPosition(kidRef) {
`,
    ],
  ];
  return steps.reduce((changed, [place, by]) => change(changed, place, by), text);
}

/** pdf.js keeps decoders of text, which are Node's objects: with one of them no snapshot of the heap can be made. */
const DECODER = 'const decoder = PDFStringTextDecoders[encoding] ??= new TextDecoder(';
const withoutKeptDecoders = (text) =>
  replaced(text, DECODER, 'const decoder = new TextDecoder(', 'keeps decoders of text');

/**
 * Both halves of pdf.js ask whether there is a `Float16Array` and keep the answer. Node 24 has one, but not while a snapshot
 * is made, so that one half wrote what the other could not read; Node 22 has none. Paths of letters are the same everywhere.
 */
const FLOAT16 = '"isFloat16ArraySupported", typeof Float16Array !== "undefined")';
const withoutFloat16 = (text) =>
  replaced(text, FLOAT16, '"isFloat16ArraySupported", false)', { does: 'looks for Float16Array', times: 2 });

/** A process that starts from a snapshot cannot import; the file is a module that Node's `require` takes. */
const IMPORT = /await import\(\s*\/\*webpackIgnore: true\*\/\s*\/\*@vite-ignore\*\/\s*(?=`\$\{WasmImage\.)/g;
const withoutImport = (text) => replaced(text, IMPORT, 'require(', 'imports what decodes pictures without WebAssembly');

/**
 * pdf.js fetches all pages ahead that stand in the tree's root, and awaits those alone that it comes to. Where the table of offsets
 * is damaged each of the others is rejected, and nobody awaits it: Node ends the process on that. Whoever awaits one still gets
 * its error.
 */
const AHEAD = 'pageDictCache.put(lastKid, xref.fetchAsync(lastKid));';
const PAGE_AHEAD = `const ahead = xref.fetchAsync(lastKid);
          ahead.catch(() => {});
          pageDictCache.put(lastKid, ahead);`;
const withHarmlessPagesAhead = (text) => replaced(text, AHEAD, PAGE_AHEAD, 'fetches pages ahead');

const CHANGES = [
  withoutPictures,
  withoutStreams,
  withoutClimbedKids,
  withoutKeptDecoders,
  withoutFloat16,
  withoutImport,
  withHarmlessPagesAhead,
];

/** The bundle with all of it. */
export const withChanges = (text) => CHANGES.reduce((changed, change) => change(changed), text);
