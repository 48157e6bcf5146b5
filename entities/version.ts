import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import {
  VERSION_SOURCES,
  type AuditFinding,
  type AuditStatus,
  type Granularity,
  type Tier,
  type VersionSource,
} from '../contract/vocabulary.js';
import { oneOf, publicId, sha256Hex } from './checks.js';

/** The result of verifying a tree; a shelf shows that of its current version. */
export interface VersionOutcome {
  quality: { tier: Tier; granularity: Granularity; fallbackApplied: boolean };
  audit: { status: AuditStatus; summary: string; findings: AuditFinding[]; repairAttempts: number };
}

/**
 * A tree of files. Without a number it is a draft; the number makes it immutable (a trigger refuses changes to it and
 * to its manifest as long as its shelf is not deleted).
 */
@Entity({ name: 'versions' })
@Unique(['publicId'])
@Unique(['shelfId', 'versionNumber'])
@Index(['uploadId'])
@ForeignKey('Shelf', ['shelfId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Upload', ['uploadId'], ['id'])
@Check('versions_public_id_check', publicId('public_id', 'ver'))
@Check('versions_version_number_check', 'version_number > 0')
@Check('versions_source_check', oneOf('source', VERSION_SOURCES))
@Check('versions_restored_from_check', `(restored_from IS NOT NULL) = (source = 'restore')`)
@Check('versions_archive_sha256_check', sha256Hex('archive_sha256'))
export class Version {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  publicId!: string;

  @Column('uuid')
  shelfId!: string;

  /** The source PDF. */
  @Column('uuid')
  uploadId!: string;

  @Column('integer', { nullable: true })
  versionNumber!: number | null;

  @Column('text')
  source!: VersionSource;

  /** Number of the version that it repeats; null unless it was restored. It shares that one's objects. */
  @Column('integer', { nullable: true })
  restoredFrom!: number | null;

  /** The run that made it. */
  @Column('integer')
  run!: number;

  /** The release of the engine that made it, or made what it was edited from; null where nobody has noted it. */
  @Column('text', { nullable: true })
  engineVersion!: string | null;

  /** Prefix of the object keys of its files, with a slash at the end. */
  @Column('text')
  prefix!: string;

  @Column('jsonb')
  outcome!: VersionOutcome;

  @Column('integer')
  fileCount!: number;

  @Column('integer')
  pageCount!: number;

  @Column('bigint')
  storageSizeBytes!: number;

  @Column('text')
  archiveKey!: string;

  @Column('text')
  archiveSha256!: string;

  @Column('bigint')
  archiveSizeBytes!: number;

  @Column('timestamptz')
  archiveBuiltAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
