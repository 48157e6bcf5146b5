/** All that the database holds about an account, without secrets: no hash, no sealed secret. */
import type { EntityManager } from 'typeorm';
import type { Account } from '../account.js';
import { SecurityEvent } from '../security-event.js';
import { Session } from '../session.js';
import { Shelf } from '../shelf.js';
import { Upload } from '../upload.js';
import { Version } from '../version.js';

/** An object of the export and where it goes, relative to the export's folder. */
export interface ExportedObject {
  key: string;
  path: string;
}

export interface AccountExport {
  data: Record<string, unknown>;
  objects: ExportedObject[];
}

export async function readAccountExport(manager: EntityManager, account: Account): Promise<AccountExport> {
  const { id, publicId, email, name, subscribedAt, suspendedAt, createdAt } = account;
  const shelves = await manager
    .createQueryBuilder(Shelf, 'shelf')
    .where('shelf.accountId = :id AND shelf.deletedAt IS NULL', { id })
    .orderBy('shelf.createdAt')
    .getMany();
  const exported = await Promise.all(shelves.map((shelf) => readShelf(manager, shelf)));
  const data = {
    account: { publicId, email, name, subscribedAt, suspendedAt, createdAt },
    apiKeys: await manager.query(
      `SELECT public_id AS "publicId", name, prefix, scope, created_at AS "createdAt", last_used_at AS "lastUsedAt",
              expires_at AS "expiresAt", revoked_at AS "revokedAt"
       FROM api_keys WHERE account_id = $1 ORDER BY created_at`,
      [id],
    ),
    sessions: (await manager.findBy(Session, { accountId: id })).map(
      ({ createdAt: since, lastSeenAt, expiresAt, userAgent, network }) => ({
        createdAt: since,
        lastUsedAt: lastSeenAt,
        expiresAt,
        userAgent,
        network,
      }),
    ),
    webhooks: await manager.query(
      `SELECT public_id AS "publicId", url, events, enabled, created_at AS "createdAt"
       FROM webhook_endpoints WHERE account_id = $1 ORDER BY created_at`,
      [id],
    ),
    events: await manager.query(
      `SELECT id, type, body, created_at AS "createdAt" FROM events WHERE account_id = $1 ORDER BY created_at`,
      [id],
    ),
    securityEvents: await manager.find(SecurityEvent, {
      where: { accountPublicId: publicId },
      order: { createdAt: 'ASC' },
    }),
    shelves: exported.map(({ data: shelf }) => shelf),
  };
  return { data, objects: exported.flatMap(({ objects }) => objects) };
}

async function readShelf(manager: EntityManager, shelf: Shelf) {
  const folder = `shelves/${shelf.publicId}`;
  const uploads = await manager.find(Upload, { where: { shelfId: shelf.id }, order: { createdAt: 'ASC' } });
  const versions = await manager.find(Version, { where: { shelfId: shelf.id }, order: { createdAt: 'ASC' } });
  const { publicId, name, status, template, tags, createdAt, updatedAt, errorMessage, currentVersionNumber } = shelf;
  const sources = uploads.map(({ objectKey }, at) => ({ key: objectKey, path: `${folder}/source-${at + 1}.pdf` }));
  const archives = versions.map(({ archiveKey, versionNumber }) => ({
    key: archiveKey,
    path: `${folder}/${versionNumber === null ? 'draft' : `version-${versionNumber}`}.tar.gz`,
  }));
  return {
    data: {
      publicId,
      name,
      status,
      template,
      tags,
      errorMessage,
      currentVersionNumber,
      createdAt,
      updatedAt,
      sources: uploads.map(({ fileName, sizeBytes, sha256, createdAt: storedAt }, at) => ({
        file: sources[at]!.path,
        fileName,
        sizeBytes,
        sha256,
        storedAt,
      })),
      versions: versions.map(({ versionNumber, source, outcome, createdAt: madeAt }, at) => ({
        file: archives[at]!.path,
        versionNumber,
        source,
        outcome,
        madeAt,
      })),
    },
    objects: [...sources, ...archives],
  };
}
