import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { publicId } from './checks.js';

/** Something that happened, written with the change itself. `body` is sent as it stands here. */
@Entity({ name: 'events' })
@Index(['shelfId', 'run'])
@Index(['accountId'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Shelf', ['shelfId'], ['id'], { onDelete: 'SET NULL' })
@Check('events_id_check', publicId('id', 'evt'))
export class Event {
  /** `evt_` and 24 hex digits; the `webhook-id` of its deliveries. */
  @PrimaryColumn('text')
  id!: string;

  @Column('uuid')
  accountId!: string;

  /** Null for a ping, and once the shelf is deleted. */
  @Column('uuid', { nullable: true })
  shelfId!: string | null;

  /** The shelf's run that moved it; null for a ping. */
  @Column('integer', { nullable: true })
  run!: number | null;

  @Column('text')
  type!: string;

  @Column('text')
  body!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
