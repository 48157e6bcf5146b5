/**
 * The jobs that read a PDF: what is in it, its pages, their pictures. What a document does to the process must not cost the
 * pages that were written by then.
 */
import { closeSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import type { ParsedPage } from '../engine/model.js';
import { openPages, openPdf } from '../engine/read/document.js';
import { openPainter } from '../engine/read/paint.js';
import { readPage } from '../engine/read/stage.js';
import { chooseLanguages } from './choose-languages.js';
import { send, writeAll } from './engine-events.js';
import { picturePath, type EngineJob, type EngineResults } from './engine-protocol.js';
import { openReadingLog } from './explain/reading.js';
import { openFileSource } from './file-source.js';
import { pageLine } from './pages-file.js';
import { openRecognition } from './recognition.js';

/** Without /proc, in the sandbox, the most that there was: pdf.js keeps what it takes. */
function residentBytes(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

/** For loops over the pixels of pictures, which prepareProcess leaves to a compiler that is not good at them. */
function compileForPixels(): void {
  setFlagsFromString('--turbofan');
}

export async function inspect({ pdfPath }: EngineJob & { kind: 'inspect' }): Promise<EngineResults['inspect']> {
  const source = await openFileSource(pdfPath);
  try {
    const pdf = await openPdf(source);
    send({ type: 'opened' });
    return pdf.info;
  } finally {
    await source.close();
  }
}

/** Writes each page as one line before it reports the page: a killed process has lost one page at most. */
export async function parse(job: EngineJob & { kind: 'parse' }): Promise<EngineResults['parse']> {
  const source = await openFileSource(job.pdfPath);
  const out = openSync(job.outPath, 'w');
  try {
    const pdf = await openPages(source);
    send({ type: 'opened' });
    if (job.recognition) compileForPixels();
    const log = job.explains ? openReadingLog() : null;
    const recognition = job.recognition && openRecognition(source, job.recognition);
    for (const [i, number] of job.pages.entries()) {
      send({ type: 'page-started', page: number });
      const read = (): Promise<{ parsed: ParsedPage }> => readPage({ pdf, number });
      const { parsed: page } = await (log ? log.during('read', read) : read());
      const seen = async (): Promise<{ page: ParsedPage; broken: boolean }> =>
        recognition && page.needsRecognition ? recognition.recognise(page) : { page, broken: false };
      const done = await (log ? log.during('recognise', seen) : seen());
      writeAll(out, `${pageLine(log ? log.on(done.page) : done.page)}\n`);
      send({ type: 'page-done', page: number });
      // pdf.js never frees its caches: a fresh process costs less than one that is killed at its limit
      const next = job.pages[i + 1];
      if (next && (done.broken || residentBytes() > job.recycleBytes)) return { next };
    }
    return { next: null };
  } finally {
    closeSync(out);
    await source.close();
  }
}

export async function languages(job: EngineJob & { kind: 'languages' }): Promise<EngineResults['languages']> {
  compileForPixels();
  const source = await openFileSource(job.pdfPath);
  try {
    return await chooseLanguages({ source, ...job });
  } finally {
    await source.close();
  }
}

/** A broken page gets no picture, and a new process continues after it. */
export async function paint(job: EngineJob & { kind: 'paint' }): Promise<EngineResults['paint']> {
  compileForPixels();
  const source = await openFileSource(job.pdfPath);
  try {
    const painter = await openPainter(source);
    send({ type: 'opened' });
    for (const [i, number] of job.pages.entries()) {
      send({ type: 'page-started', page: number });
      const picture = await painter.picture(number).catch((error: unknown) => {
        // an error of the file system is not the page's fault
        if (typeof (error as { code?: unknown }).code === 'string') throw error;
        return null;
      });
      if (picture) await writeFile(picturePath(job.outFolder, number), picture);
      send({ type: 'page-done', page: number });
      const next = job.pages[i + 1];
      if (next && (!picture || residentBytes() > job.recycleBytes)) return { next };
    }
    return { next: null };
  } finally {
    await source.close();
  }
}

/** A page that cannot be drawn is the document's fault; an error of the file system is not. */
export async function draw(job: EngineJob & { kind: 'draw' }): Promise<EngineResults['draw']> {
  compileForPixels();
  const source = await openFileSource(job.pdfPath);
  try {
    const painter = await openPainter(source);
    send({ type: 'opened' });
    const picture = await painter.draw(job.page, job).catch((error: unknown) => {
      if (typeof (error as { code?: unknown }).code === 'string') throw error;
      return null;
    });
    if (picture) await writeFile(job.outPath, picture);
    return { drawn: picture !== null };
  } finally {
    await source.close();
  }
}

export async function measure({ pdfPath }: EngineJob & { kind: 'measure' }): Promise<EngineResults['measure']> {
  const source = await openFileSource(pdfPath);
  try {
    const painter = await openPainter(source);
    send({ type: 'opened' });
    return await painter.sizes();
  } finally {
    await source.close();
  }
}
