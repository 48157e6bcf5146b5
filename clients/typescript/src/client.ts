/** The client: a method for each operation of the service, and what several requests are needed for. */
import { archiveUrl, downloadArchive, openArchive, type ArchiveOptions, type OpenArchive } from './archive.js';
import { followShelf, type FollowOptions, type ShelfMessage } from './follow.js';
import {
  OPERATIONS,
  type ApiKey,
  type ArchiveDescriptor,
  type CreateShelfRequest,
  type Delivery,
  type GetTableRequest,
  type ListDeliveriesRequest,
  type ListShelvesRequest,
  type ListTablesRequest,
  type Shelf,
  type Table,
  type TableEntry,
  type Version,
} from './generated.js';
import type { CallOptions, Operation } from './operation.js';
import { itemsOf } from './paging.js';
import { Transport } from './transport.js';
import { progressSender, type OnProgress } from './upload.js';
import { waitUntilReady, type WaitOptions } from './wait.js';

export type NewShelf = Omit<CreateShelfRequest['body'], 'review'> & {
  /** Whether the shelf pauses in `review`; for sessions alone. */
  review?: boolean;
};

export interface UploadOptions extends CallOptions {
  /** Called as bytes are sent. In browsers such an upload goes by XMLHttpRequest, whatever `fetch` the client was given. */
  onProgress?: OnProgress | undefined;
}

export class Shelfwright extends Transport {
  /** Creates a shelf from a PDF; the work then goes on (`waitUntilReady`, `follow`). A repeated attempt creates no second one. */
  upload({ review, ...fields }: NewShelf, options: UploadOptions = {}): Promise<Shelf> {
    const body = { ...fields, ...(review !== undefined && { review: String(review) }) };
    return this.#sendForm(OPERATIONS.createShelf, { body }, options);
  }

  /** Gives a shelf a new PDF, which becomes its next version. */
  uploadVersion(id: string, file: Blob, options: UploadOptions = {}): Promise<Shelf> {
    return this.#sendForm(OPERATIONS.uploadToShelf, { id, body: { file } }, options);
  }

  /**
   * Waits by long polling until a shelf is `ready`, or in `review`.
   *
   * @throws ShelfFailedError, WaitTimeoutError, NoAnswerError
   */
  waitUntilReady(id: string, options?: WaitOptions): Promise<Shelf> {
    return waitUntilReady(this, id, options);
  }

  /** The messages of a shelf as they come, until it is deleted; connections that end are made again. */
  follow(id: string, options?: FollowOptions): AsyncGenerator<ShelfMessage, void, undefined> {
    return followShelf(this, id, options);
  }

  /** The URL of a shelf's archive, once it is built. */
  archiveUrl(id: string, options?: ArchiveOptions): Promise<ArchiveDescriptor> {
    return archiveUrl(this, id, options);
  }

  /** A shelf's archive as a stream, unchecked. */
  openArchive(id: string, options?: ArchiveOptions): Promise<OpenArchive> {
    return openArchive(this, id, options);
  }

  /** A shelf's archive (`.tar.gz`) in memory, with its size and hash checked. */
  downloadArchive(id: string, options?: ArchiveOptions): Promise<Uint8Array> {
    return downloadArchive(this, id, options);
  }

  /**
   * Every shelf, newest first unless the request sorts otherwise. The loop may delete what it is given; one that changes what
   * the list is sorted by (`sort: 'updatedAt'`) may miss shelves.
   */
  shelves(request: ListShelvesRequest = {}, options?: CallOptions): AsyncGenerator<Shelf, void, undefined> {
    return itemsOf((page: ListShelvesRequest) => this.listShelves(page, options), request);
  }

  /** Every version of a shelf, newest first. */
  versions(id: string, options?: CallOptions): AsyncGenerator<Version, void, undefined> {
    return itemsOf((page: { page?: number; limit?: number }) => this.listVersions({ id, ...page }, options), {});
  }

  /** Every table of a shelf, in reading order, without its rows. */
  tables(request: ListTablesRequest, options?: CallOptions): AsyncGenerator<TableEntry, void, undefined> {
    return itemsOf((page: ListTablesRequest) => this.listTables(page, options), request);
  }

  /** A table with its rows. */
  table(request: Omit<GetTableRequest, 'format' | 'safe'>, options?: CallOptions): Promise<Table> {
    return this.send(OPERATIONS.getTable, { ...request, format: 'json' }, options);
  }

  /** A table as CSV. */
  tableAsCsv(request: Omit<GetTableRequest, 'format'>, options?: CallOptions): Promise<string> {
    return this.send(OPERATIONS.getTable, { ...request, format: 'csv' }, options);
  }

  /** Every delivery of a webhook, newest first. */
  deliveries(request: ListDeliveriesRequest, options?: CallOptions): AsyncGenerator<Delivery, void, undefined> {
    return itemsOf((page: ListDeliveriesRequest) => this.listDeliveries(page, options), request);
  }

  /** Every API key of the account; for sessions alone. */
  apiKeys(options?: CallOptions): AsyncGenerator<ApiKey, void, undefined> {
    return itemsOf((page: { page?: number; limit?: number }) => this.listApiKeys(page, options), {});
  }

  #sendForm<T>(operation: Operation, request: object, { onProgress, ...options }: UploadOptions): Promise<T> {
    if (!onProgress) return this.send(operation, request, options);
    return this.sendBy(progressSender(this.fetchSender, onProgress, this.usesSession), { operation, request }, options);
  }
}
