import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Permission for one of the few requests of an account that may be in flight to a receiver; leased. */
@Entity({ name: 'delivery_slots' })
export class DeliverySlot {
  /** Account and origin: `usr_... https://hooks.example:443`. */
  @PrimaryColumn('text')
  origin!: string;

  /** From 1. */
  @PrimaryColumn('smallint')
  slot!: number;

  @Column('text')
  deliveryId!: string;

  /** The slot is free after this time: when it was released, or its lease has expired. */
  @Column('timestamptz')
  heldUntil!: Date;

  /** How long its last request took; null before the first. */
  @Column('integer', { nullable: true })
  lastDurationMs!: number | null;
}
