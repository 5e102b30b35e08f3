import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/db/open.ts'

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function listSteps(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listSteps)]
}

/** Executes a statement. Returns the plan steps that read a table. */
async function stepsOn(db: Db, statement: RawBuilder<unknown>, table: string): Promise<Plan[]> {
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan }]
  }>`explain (analyze, format json) ${statement}`.execute(db)
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error('no plan')
  return listSteps(plan.Plan).filter((step) => step['Relation Name'] === table)
}

/** Returns how many of a table's rows a statement reads. */
export async function rowsRead(db: Db, statement: RawBuilder<unknown>, table: string): Promise<number> {
  return (await stepsOn(db, statement, table)).reduce(
    (sum, step) => sum + (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'],
    0,
  )
}

/** Returns how many times a statement starts reading a table. */
export async function timesRead(db: Db, statement: RawBuilder<unknown>, table: string): Promise<number> {
  return (await stepsOn(db, statement, table)).reduce((sum, step) => sum + step['Actual Loops'], 0)
}
