import { type Figure, goalShown, isMissed, ofGoal, shown } from './report.ts'

/** The JSON that `npm run bench` writes. */
export type Run = { at: string; size: string; processors: number; figures: Figure[]; failed: string[] }

const COLUMNS = ['Bench', 'Figure', 'Goal', 'Measured', 'Of goal', 'Verdict']

function verdict(figure: Figure): string {
  if (figure.skipped !== undefined) return `not measured: ${figure.skipped}`
  if (!figure.goal) return ''
  return isMissed(figure) ? 'MISSED' : 'good'
}

/** Formats a run as a Markdown table. */
export function formatTable({ figures, failed }: Pick<Run, 'figures' | 'failed'>): string {
  const rows = figures.map((figure) => {
    const ratio = figure.skipped === undefined ? ofGoal(figure) : undefined
    return [
      figure.bench,
      figure.name,
      goalShown(figure),
      figure.skipped === undefined ? shown(figure.value, figure.unit) : '',
      ratio === undefined ? '' : shown(ratio, 'x'),
      verdict(figure),
    ]
  })
  for (const bench of failed)
    if (!figures.some((figure) => figure.bench === bench && isMissed(figure)))
      rows.push([bench, '(all)', '', '', '', 'BROKE OFF'])
  const widths = COLUMNS.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`
  return [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

const SLOWER = 1.1

function moreIsBetter({ goal, unit }: Figure): boolean {
  return (goal !== undefined && 'min' in goal) || unit === '/s'
}

/** Lists results that are missing, or more than a tenth worse than in an earlier run. */
export function slowerThan(before: Run, now: Run): string[] {
  return before.figures
    .filter(({ skipped }) => skipped === undefined)
    .flatMap((old) => {
      const current = now.figures.find(
        ({ bench, name, skipped }) => bench === old.bench && name === old.name && skipped === undefined,
      )
      const name = `${old.bench}, ${old.name}`
      if (!current) return now.figures.some(({ bench }) => bench === old.bench) ? [`${name}: gone`] : []
      const ratio = moreIsBetter(old) ? old.value / current.value : current.value / old.value
      return ratio > SLOWER
        ? [
            `${name}: ${shown(old.value, old.unit)} -> ${shown(current.value, current.unit)} (${shown(ratio, 'x')} worse)`,
          ]
        : []
    })
}
