import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SHELF_EVENTS, type ShelfEvent } from '../contract/vocabulary.js';
import { oneOf, publicId } from './checks.js';

/** A ping is sent on request and cannot be subscribed to. */
const EVENT_TYPES = [...SHELF_EVENTS, 'webhook.ping'] as const;

/** Something that happened, written with the change itself. `body` is sent as it stands here. */
@Entity({ name: 'events' })
@Index(['shelfId', 'run'])
@Index(['accountId'])
@Index(['createdAt'])
@ForeignKey('Account', ['accountId'], ['id'], { onDelete: 'CASCADE' })
@ForeignKey('Shelf', ['shelfId'], ['id'], { onDelete: 'SET NULL' })
@Check('events_id_check', publicId('id', 'evt'))
@Check('events_type_check', oneOf('type', EVENT_TYPES))
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
  type!: ShelfEvent | 'webhook.ping';

  @Column('text')
  body!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
