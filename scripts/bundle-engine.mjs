/** Makes dist/engine-bundle.cjs of the compiled engine: see worker/engine-bundle.ts. Run by the build. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webpack from 'webpack';
import { root } from './bootstrap.mjs';
import { withChanges } from './pdfjs-changes.mjs';

const dist = join(root, 'dist');
const file = 'engine-bundle.cjs';

const compiler = webpack({
  mode: 'none',
  target: 'node22',
  context: root,
  entry: join(dist, 'worker/engine-code.js'),
  output: { path: dist, filename: file, library: { type: 'commonjs2' } },
  devtool: false,
  // pdf.js looks for the canvas by a `require` of its own; recognition does so for Tesseract
  externals: [/^@napi-rs\//],
  externalsType: 'commonjs',
  module: { parser: { javascript: { createRequire: false, url: false } } },
  // modules in one scope: a call of another module's function is a plain call
  optimization: { concatenateModules: true, minimize: false, nodeEnv: false },
  plugins: [
    new webpack.DefinePlugin({ 'import.meta.url': 'engineUrl' }),
    new webpack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
  ],
});

const stats = await new Promise((resolve, reject) => {
  compiler.run((error, done) => (error ? reject(error) : resolve(done)));
});
if (stats.hasErrors() || stats.hasWarnings()) {
  process.stderr.write(`${stats.toString({ all: false, errors: true, warnings: true })}\n`);
  process.exit(1);
}

/** In ASCII, V8 reads it as it lies in the file, with a byte for a character. */
const escaped = (text) =>
  text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const code = readFileSync(join(dist, file), 'utf8');
writeFileSync(join(dist, file), `(function (module, require, engineUrl) {${escaped(withChanges(code))}\n})`);
