import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The authenticator app of an account (TOTP, RFC 6238), and what replaces it when it is lost. */
@Entity({ name: 'second_factors' })
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
export class SecondFactor {
  @PrimaryColumn('uuid')
  accountId!: string;

  /** Encrypted and not hashed, because checking a code needs it in clear text. */
  @Column('bytea')
  secretSealed!: Buffer;

  /** When its first code was entered; null while it is being set up, when signing in does not ask for it. */
  @Column('timestamptz', { nullable: true })
  enabledAt!: Date | null;

  /** The time step of the last code that was accepted: each code is good once. */
  @Column('bigint', { default: 0 })
  lastStep!: number;

  /** SHA-256 of the recovery codes that were not used, in lower-case hex. */
  @Column('text', { array: true, default: () => `'{}'` })
  recoveryHashes!: string[];

  /** Codes tried in a row from networks that are not the owner's, or are used up for the day. */
  @Column('integer', { default: 0 })
  strangeTries!: number;

  /** When the last of them was tried. */
  @Column('timestamptz', { default: () => 'now()' })
  strangeTriedAt!: Date;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
