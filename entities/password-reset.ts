import { Check, Entity, Index } from 'typeorm';
import { EmailedCode } from './emailed-code.js';

/** A request for a new password, whether or not the address has an account. */
@Entity({ name: 'password_resets' })
@Index(['email', 'createdAt'])
@Index(['createdAt'])
@Check('password_resets_email_check', 'email = lower(email) AND char_length(email) <= 254')
export class PasswordReset extends EmailedCode {}
