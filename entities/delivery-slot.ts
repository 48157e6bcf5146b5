import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One of the few requests that may be under way to a receiver at once. */
@Entity({ name: 'delivery_slots' })
export class DeliverySlot {
  /** Scheme, host and port: `https://hooks.example:443`. */
  @PrimaryColumn('text')
  origin!: string;

  /** From 1. */
  @PrimaryColumn('smallint')
  slot!: number;

  @Column('text')
  deliveryId!: string;

  /** Free from then on; a worker that died with it gives it back then. */
  @Column('timestamptz')
  heldUntil!: Date;

  /** How long its last request took; null before the first. */
  @Column('integer', { nullable: true })
  lastDurationMs!: number | null;
}
