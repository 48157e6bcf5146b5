/** A file in a comparison. */
export interface ChangedFile {
  path: string;
  status: 'added' | 'modified' | 'renamed' | 'removed';
  /** The path before, of a renamed file. */
  from?: string | null;
  patch: string;
  truncated: boolean;
  /** Followed from other changes. */
  derived?: boolean;
}
