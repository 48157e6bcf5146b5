import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { sha256Hex } from './checks.js';

/** A sign-in of the dashboard; the cookie holds the token, the row its SHA-256. */
@Entity({ name: 'sessions' })
@Unique(['tokenHash'])
@Index(['accountId'])
@Index(['expiresAt'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@Check('sessions_token_hash_check', sha256Hex('token_hash'))
export class Session {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  tokenHash!: string;

  /** Extended by use, up to a maximum. */
  @Column('timestamptz')
  expiresAt!: Date;

  /** Updated at most once a minute. */
  @Column('timestamptz', { default: () => 'now()' })
  lastSeenAt!: Date;

  /** What the browser called itself, and the network that it was in, when it was last seen. */
  @Column('text', { nullable: true })
  userAgent!: string | null;

  @Column('text', { nullable: true })
  network!: string | null;

  /** When the password was last entered in it. */
  @Column('timestamptz', { default: () => 'now()' })
  confirmedAt!: Date;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
