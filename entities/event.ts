import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { SHELF_EVENTS, type ShelfEvent } from '../contract/vocabulary.js';
import { oneOf, publicId } from './checks.js';

/** A ping is sent on request and cannot be subscribed to. */
const EVENT_TYPES = [...SHELF_EVENTS, 'webhook.ping'] as const;

/** An event, written in the transaction of the change. `body` is sent exactly as it is stored. */
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

  /** The run that caused the event; null for a ping. */
  @Column('integer', { nullable: true })
  run!: number | null;

  @Column('text')
  type!: ShelfEvent | 'webhook.ping';

  @Column('text')
  body!: string;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
