/** SQL for a time by the database's clock, as a value of TypeORM's query builder: `seconds` from now. */
export function fromNow(seconds: number): () => string {
  return () => `now() + make_interval(secs => ${Number(seconds)})`;
}
