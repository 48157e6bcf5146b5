import { Check, Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { sha256Hex } from './checks.js';

/** An entry of a version's manifest. The file's object key is the version's prefix plus `path`. */
@Entity({ name: 'version_files' })
@Unique(['versionId', 'position'])
@ForeignKey('Version', ['versionId'], ['id'], { onDelete: 'CASCADE' })
@Check('version_files_sha256_check', sha256Hex('sha256'))
export class VersionFile {
  @PrimaryColumn('uuid')
  versionId!: string;

  @PrimaryColumn('text')
  path!: string;

  /** Place in the listing, from 0. */
  @Column('integer')
  position!: number;

  @Column('bigint')
  sizeBytes!: number;

  @Column('text')
  sha256!: string;
}
