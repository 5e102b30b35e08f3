import { inject } from 'vitest'
import { PreparingClient } from '../src/db/prepared.ts'
import { recordStatements } from './recorded-statements.ts'

// Runs in each process of a run whose statements another database must also support.
const folder = inject('statements')
if (folder) recordStatements(folder, PreparingClient)
