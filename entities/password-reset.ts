import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Somebody's wish for a new password, whether or not the address has an account. */
@Entity({ name: 'password_resets' })
@Index(['email', 'createdAt'])
@Index(['createdAt'])
@Check('password_resets_email_check', 'email = lower(email) AND char_length(email) <= 254')
export class PasswordReset {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  @Column('text')
  codeHash!: string;

  /** Codes tried while this reset was open, right or wrong. */
  @Column('integer', { default: 0 })
  attempts!: number;

  @Column('timestamptz')
  expiresAt!: Date;

  /** Set when a code was accepted for this address: nothing more can be done with the row. */
  @Column('timestamptz', { nullable: true })
  usedAt!: Date | null;

  @Column('timestamptz', { default: () => 'now()' })
  createdAt!: Date;
}
