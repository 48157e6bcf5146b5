import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { KeyScope } from '../contract/vocabulary.js';
import { publicId, sha256Hex } from './checks.js';

/** A bearer key. Only its hash is stored; with that many random bits a fast hash is enough. */
@Entity({ name: 'api_keys' })
@Unique(['publicId'])
@Unique(['keyHash'])
@Index(['accountId'])
@Index('api_keys_revoked_at_idx', ['revokedAt'], { where: 'revoked_at IS NOT NULL' })
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@Check('api_keys_public_id_check', publicId('public_id', 'key'))
@Check('api_keys_key_hash_check', sha256Hex('key_hash'))
@Check('api_keys_scope_check', `scope IN ('read', 'write')`)
export class ApiKey {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  publicId!: string;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  name!: string;

  /** The part of the key that can be shown. */
  @Column('text')
  prefix!: string;

  /** SHA-256 of the whole key in lower-case hex. */
  @Column('text')
  keyHash!: string;

  @Column('text', { default: 'write' })
  scope!: KeyScope;

  @Column('timestamptz', { nullable: true })
  expiresAt!: Date | null;

  /** Updated at most once a minute. */
  @Column('timestamptz', { nullable: true })
  lastUsedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  revokedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
