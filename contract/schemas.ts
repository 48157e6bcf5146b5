import { Pagination } from './common.js';
import { ArchiveDescriptor, ArchiveGenerating, Listing, Tree } from './content.js';
import { Registered, Verified } from './auth.js';
import { ErrorBody } from './errors.js';
import { Alive, Readiness } from './health.js';
import { SearchResult, SearchResults } from './reading.js';
import { AuditFinding, Deleted, Progress, Shelf, ShelfList } from './shelf.js';
import { ApproveBody, FileOperation } from './operations.js';
import { Diff, Version, VersionList, VersionTree } from './version.js';

/** Every schema of the wire that others refer to by its `$id`. */
export const WIRE_SCHEMAS = [
  ErrorBody,
  Pagination,
  AuditFinding,
  Progress,
  Shelf,
  ShelfList,
  Deleted,
  Listing,
  Tree,
  SearchResult,
  SearchResults,
  ArchiveDescriptor,
  ArchiveGenerating,
  Version,
  VersionList,
  VersionTree,
  FileOperation,
  ApproveBody,
  Diff,
  Registered,
  Verified,
  Alive,
  Readiness,
];
