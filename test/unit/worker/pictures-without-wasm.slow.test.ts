/**
 * Pictures that pdf.js decodes by WebAssembly, or by JavaScript where that fails: in a process from the snapshot, which has to
 * `require` that JavaScript as it cannot import. What may be read decides which of them there is.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { EngineJob } from '../../../worker/engine-protocol.js';
import { CHILD, SNAPSHOT_OPTION } from '../../../worker/engine-snapshot.js';
import { ENGINE_ENVIRONMENT } from '../../../worker/sandbox/confinement.js';
import { pixelsOf } from '../../support/drawing.js';
import { rawPdf } from '../../support/raw-pdf.js';

const ROOT = realpathSync(fileURLToPath(new URL('../../../..', import.meta.url)));
const require = createRequire(join(ROOT, 'package.json'));
const PDFJS = dirname(require.resolve('pdfjs-dist/package.json'));
const DECODERS = { wasm: join(PDFJS, 'wasm/jbig2.wasm'), script: join(PDFJS, 'wasm/jbig2_nowasm_fallback.js') };

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'without-wasm-')));
  writeFileSync(join(folder, 'some.pdf'), blackSquare());
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A page whose upper left quarter is a picture in JBIG2: eight rows of eight black pixels, coded as a fax is. */
function blackSquare(): Buffer {
  const [size, origin] = ['0000000800000008', '0000000000000000'];
  const page = `${size}${origin}000000`;
  const region = `${size}${origin}000126a2fffe002002`;
  const segment = (header: string, data: string): string =>
    `${header}${(data.length / 2).toString(16).padStart(8, '0')}${data}`;
  const bytes = Buffer.from(segment('00000000300001', page) + segment('00000001260001', region), 'hex');
  const dictionary =
    '/Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Filter /JBIG2Decode';
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Resources << /XObject << /I 5 0 R >> >> /Contents 4 0 R >>',
    { dictionary: '', bytes: Buffer.from('q 50 0 0 50 0 50 cm /I Do Q') },
    { dictionary, bytes },
  ]);
}

/** The colours within the picture and beside it, as a process draws them that may read these decoders. */
async function drawnWith(decoders: readonly string[]): Promise<string[]> {
  const outPath = join(folder, 'page.png');
  rmSync(outPath, { force: true });
  const job: EngineJob = { kind: 'draw', pdfPath: join(folder, 'some.pdf'), page: 1, width: 100, box: null, outPath };
  const parts = ['package.json', 'legacy', 'cmaps', 'standard_fonts'].map((name) => join(PDFJS, name));
  const program = [join(ROOT, 'dist'), join(ROOT, 'package.json'), join(dirname(PDFJS), '@napi-rs'), ...parts];
  const readable = [...program, folder, ...decoders].map((path) => `--allow-fs-read=${path}`);
  const options = ['--permission', '--allow-addons', ...readable, `--allow-fs-write=${folder}`, SNAPSHOT_OPTION, CHILD];
  const { status } = spawnSync(process.execPath, options, {
    input: JSON.stringify(job),
    env: ENGINE_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
  });
  expect(status).toBe(0);
  const picture = await pixelsOf(readFileSync(outPath));
  return [picture.at(0.25, 0.25), picture.at(0.75, 0.75)];
}

test.each([
  ['by WebAssembly', [DECODERS.wasm], '#000000'],
  ['by JavaScript where WebAssembly fails', [DECODERS.script], '#000000'],
  ['by nothing else, so that this proves something', [], '#ffffff'],
])('a picture is decoded %s', async (_, decoders, colour) => {
  expect(await drawnWith(decoders)).toEqual([colour, '#ffffff']);
});

test('the JavaScript for the other kind of picture can be required as well', () => {
  expect(require('pdfjs-dist/wasm/openjpeg_nowasm_fallback.js')).toMatchObject({ default: expect.any(Function) });
});
