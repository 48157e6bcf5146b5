import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What a review command that is under way is going to take of its account's quotas. */
@Entity({ name: 'quota_reservations' })
@Index(['accountId'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@Check('quota_reservations_check', 'storage_bytes >= 0 AND runs >= 0')
export class QuotaReservation {
  /** Account, shelf and command, with slashes between: one that is sent again is counted once, a shelf's are one. */
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('bigint')
  storageBytes!: number;

  @Column('integer')
  runs!: number;

  /** Counted until then, if nobody removes it: the process that made it may be gone. */
  @Column('timestamptz')
  expiresAt!: Date;
}
