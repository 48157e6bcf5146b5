import type { Pagination } from '../contract/common.js';
import type { Progress, Shelf as WireShelf } from '../contract/shelf.js';
import { isProcessing } from '../entities/queries/runs.js';
import type { Version as WireVersion } from '../contract/version.js';
import type { Shelf } from '../entities/shelf.js';
import type { Version } from '../entities/version.js';

/** A shelf's row as it appears on the wire. `userId` is the owner's public id. */
export function presentShelf(shelf: Shelf, userId: string): WireShelf {
  return {
    publicId: shelf.publicId,
    userId,
    name: shelf.name,
    status: shelf.status,
    template: shelf.template,
    pageCount: shelf.pageCount,
    storageSizeBytes: shelf.storageSizeBytes,
    originalFileName: shelf.originalFileName,
    mimeType: shelf.mimeType,
    errorMessage: shelf.errorMessage,
    failedAtStep: shelf.failedAtStep,
    reviewMode: shelf.reviewMode,
    quality: {
      mode: shelf.acceptancePolicy,
      tier: shelf.qualityTier,
      granularity: shelf.qualityGranularity,
      fallbackApplied: shelf.qualityFallbackApplied,
    },
    auditStatus: shelf.auditStatus,
    auditSummary: shelf.auditSummary,
    auditFindings: shelf.auditFindings,
    repairAttempts: shelf.repairAttempts,
    currentVersionNumber: shelf.currentVersionNumber,
    tags: shelf.tags,
    progress: presentProgress(shelf),
    createdAt: shelf.createdAt.toISOString(),
    updatedAt: shelf.updatedAt.toISOString(),
  };
}

/** Until the run's first write, `updatedAt` of the progress is the time of the claim. */
function presentProgress({ status, pagesDone, pageCount, progressAt, updatedAt }: Shelf): Progress | null {
  if (!isProcessing(status)) return null;
  return {
    step: status,
    pagesDone: status === 'parsing' ? (pagesDone ?? 0) : pagesDone,
    pageCount,
    updatedAt: (progressAt ?? updatedAt).toISOString(),
  };
}

/** A numbered version. */
export function presentVersion(version: Version, shelfPublicId: string): WireVersion {
  const { versionNumber, publicId, source, restoredFrom, fileCount, pageCount, storageSizeBytes, createdAt } = version;
  if (versionNumber === null) throw new Error(`version ${publicId} is a draft`);
  return {
    versionNumber,
    publicId,
    shelfPublicId,
    source,
    ...(restoredFrom !== null && { restoredFrom }),
    fileCount,
    pageCount,
    storageSizeBytes,
    createdAt: createdAt.toISOString(),
  };
}

export function presentPagination({ page, limit, total }: Omit<Pagination, 'totalPages'>): Pagination {
  return { limit, page, total, totalPages: Math.ceil(total / limit) };
}
