import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import {
  ACCEPTANCE_POLICIES,
  AUDIT_STATUSES,
  GRANULARITIES,
  MAX_TAGS,
  PROCESSING_STEPS,
  SHELF_STATUSES,
  TEMPLATES,
  TIERS,
  VERSION_SOURCES,
  type AcceptancePolicy,
  type AuditFinding,
  type AuditStatus,
  type Granularity,
  type ProcessingStep,
  type ShelfStatus,
  type Template,
  type Tier,
  type VersionSource,
} from '../contract/vocabulary.js';
import { hasOpenRun, oneOf, publicId } from './checks.js';

/** A document and the state of its processing. `run` is the fencing token: every write of run n says `WHERE run = n`. */
@Entity({ name: 'shelves' })
@Unique(['publicId'])
@Index(['accountId', 'createdAt', 'id'], { where: 'deleted_at IS NULL' })
@Index(['accountId', 'status', 'createdAt', 'id'], { where: 'deleted_at IS NULL' })
@Index('shelves_open_idx', ['publicId'], { where: `deleted_at IS NULL AND ${hasOpenRun('status')}` })
@Index('shelves_deleted_idx', ['publicId'], { where: 'deleted_at IS NOT NULL' })
@Index(['uploadId'])
@Index(['currentVersionId'])
@Index(['draftVersionId'])
@ForeignKey('Account', ['accountId'], ['id'])
@ForeignKey('Upload', ['uploadId'], ['id'])
@ForeignKey('Version', ['currentVersionId'], ['id'])
@ForeignKey('Version', ['draftVersionId'], ['id'])
@Check('shelves_public_id_check', publicId('public_id', 'shf'))
@Check('shelves_run_check', 'run > 0')
@Check('shelves_name_check', 'char_length(name) BETWEEN 1 AND 100')
@Check('shelves_status_check', oneOf('status', SHELF_STATUSES))
@Check('shelves_template_check', oneOf('template', TEMPLATES))
@Check('shelves_acceptance_policy_check', oneOf('acceptance_policy', ACCEPTANCE_POLICIES))
@Check('shelves_version_source_check', oneOf('version_source', VERSION_SOURCES))
@Check('shelves_failed_at_step_check', oneOf('failed_at_step', PROCESSING_STEPS))
@Check('shelves_progress_step_check', oneOf('progress_step', PROCESSING_STEPS))
@Check('shelves_quality_tier_check', oneOf('quality_tier', TIERS))
@Check('shelves_quality_granularity_check', oneOf('quality_granularity', GRANULARITIES))
@Check('shelves_audit_status_check', oneOf('audit_status', AUDIT_STATUSES))
@Check('shelves_failed_check', "(status = 'failed') = (failed_at_step IS NOT NULL AND error_message IS NOT NULL)")
@Check('shelves_ready_check', "status <> 'ready' OR current_version_id IS NOT NULL")
@Check('shelves_review_check', "status <> 'review' OR draft_version_id IS NOT NULL")
@Check('shelves_tags_check', `cardinality(tags) <= ${MAX_TAGS}`)
@Check('shelves_current_version_check', '(current_version_id IS NULL) = (current_version_number IS NULL)')
export class Shelf {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  publicId!: string;

  @Column('uuid')
  accountId!: string;

  /** Number of the latest claim; the workflow run is `shelf/<publicId>/<run>`. */
  @Column('integer', { default: 1 })
  run!: number;

  /** The source PDF of the current run. */
  @Column('uuid')
  uploadId!: string;

  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  template!: Template | null;

  @Column('text')
  acceptancePolicy!: AcceptancePolicy;

  @Column('boolean')
  reviewMode!: boolean;

  /** `source` of the next version to be published. */
  @Column('text', { default: 'initial' })
  versionSource!: VersionSource;

  @Column('text', { default: 'uploading' })
  status!: ShelfStatus;

  @Column('text')
  originalFileName!: string;

  @Column('text')
  mimeType!: string;

  @Column('integer', { nullable: true })
  pageCount!: number | null;

  /** Bytes of the tree's files. */
  @Column('bigint', { nullable: true })
  storageSizeBytes!: number | null;

  @Column('text', { nullable: true })
  errorMessage!: string | null;

  @Column('text', { nullable: true })
  failedAtStep!: ProcessingStep | null;

  @Column('text', { nullable: true })
  qualityTier!: Tier | null;

  @Column('text', { nullable: true })
  qualityGranularity!: Granularity | null;

  @Column('boolean', { default: false })
  qualityFallbackApplied!: boolean;

  @Column('text', { nullable: true })
  auditStatus!: AuditStatus | null;

  @Column('text', { nullable: true })
  auditSummary!: string | null;

  @Column('jsonb', { nullable: true })
  auditFindings!: AuditFinding[] | null;

  @Column('integer', { nullable: true })
  repairAttempts!: number | null;

  @Column('uuid', { nullable: true })
  currentVersionId!: string | null;

  @Column('integer', { nullable: true })
  currentVersionNumber!: number | null;

  /** The version without a number that waits in `review`. */
  @Column('uuid', { nullable: true })
  draftVersionId!: string | null;

  /** How many drafts were given up; never decreases. A tree made before the last of them is no longer published. */
  @Column('integer', { default: 0 })
  draftsGivenUp!: number;

  @Column('text', { nullable: true })
  progressStep!: ProcessingStep | null;

  @Column('integer', { nullable: true })
  pagesDone!: number | null;

  @Column('timestamptz', { nullable: true })
  progressAt!: Date | null;

  /** Of the owner, in the order given. */
  @Column('text', { array: true, default: () => `'{}'` })
  tags!: string[];

  /** Id of the request that made the latest claim; the run's log lines carry it. */
  @Column('text', { nullable: true })
  requestId!: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;

  /** Set by a trigger: every update advances it by at least a millisecond. */
  @Column('timestamptz', { default: () => 'now()' })
  updatedAt!: Date;

  /** Set by the delete request; the rows are removed after the objects. */
  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
