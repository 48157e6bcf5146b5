import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';

interface Purge {
  /** SQL on the table's own columns, with `:name` for the parameters. */
  where: string;
  parameters?: Record<string, unknown>;
  limit: number;
}

/** Removes at most `limit` rows for which a condition holds; returns how many. */
export async function removeSome(
  manager: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  { where, parameters = {}, limit }: Purge,
): Promise<number> {
  const { tableName } = manager.connection.getMetadata(entity);
  const result = await manager
    .createQueryBuilder()
    .delete()
    .from(entity)
    // Locked where the condition is checked, and deleted by ctid alone. If the planner's statistics date from a time
    // when there was no such row, a join compares all rows with all.
    .where(`ctid = ANY (ARRAY(SELECT ctid FROM ${tableName} WHERE ${where} LIMIT :limit FOR UPDATE))`, {
      ...parameters,
      limit,
    })
    .execute();
  return result.affected ?? 0;
}
