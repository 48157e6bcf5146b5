import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** Columns of everything that a code by e-mail confirms; the rules are in entities/queries/codes.ts. */
export abstract class EmailedCode {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Column('text')
  codeHash!: string;

  /** Attempts while this code was open, right or wrong. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz')
  expiresAt!: Date;

  /** Set when a code was accepted for this address: the row can no longer be used. */
  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
