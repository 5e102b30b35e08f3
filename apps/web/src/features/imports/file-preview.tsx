import type { ImportFile, ImportPreview } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { PointsMap } from '../map/index.ts'
import { REFUSALS } from './refusal-text.ts'
import { FileSource } from './file-source.tsx'
import styles from './files.module.css'

type Group = ImportPreview['refusals'][number]

function RefusedGroup({ group: { kind, count, samples } }: { group: Group }) {
  return (
    <details className={styles.reason}>
      <summary>
        {REFUSALS[kind]()} <b>{numberText(count)}</b>
      </summary>
      <ul>
        {samples.map(({ where, name, why }) => (
          // The reasons for individual records are in English, like the command's messages.
          <li key={where}>
            <bdi>{name || where}</bdi>
            <small>{name ? `${where}: ${why}` : why}</small>
          </li>
        ))}
      </ul>
    </details>
  )
}

function listRows({
  ending,
  dataset,
  read,
  added,
  updated,
  here,
  conflicts,
  refused,
  lines,
}: ImportPreview): [string, string][] {
  const counts: [string, number, boolean][] = [
    [m.imports_file_records(), read, true],
    [m.imports_file_new(), added, true],
    [m.imports_updated(), updated, false],
    [m.imports_osm_here(), here, true],
    [m.imports_in_conflict(), conflicts, false],
    [m.imports_rejected(), refused, false],
    [m.imports_file_lines(), lines, false],
  ]
  return [
    [m.imports_file_format(), ending],
    [m.imports_file_dataset(), dataset],
    ...counts
      .filter(([, count, always]) => always || count > 0)
      .map(([label, count]) => [label, numberText(count)] as [string, string]),
  ]
}

/**
 * The preview of importing a file: what it contains, where, which records are refused and why, and the form that starts
 * the import.
 */
export function FilePreview({ file, preview }: { file: ImportFile; preview: ImportPreview }) {
  return (
    <>
      <dl className={styles.counts}>
        {listRows(preview).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {preview.points.length > 0 && (
        <div className={styles.map}>
          <PointsMap points={preview.points} label={m.imports_file_map()} />
        </div>
      )}
      {preview.refusals.length > 0 && (
        <div>
          <p className={styles.label}>{m.imports_osm_refused_why()}</p>
          {preview.refusals.map((group) => (
            <RefusedGroup key={group.kind} group={group} />
          ))}
        </div>
      )}
      {/* Another reading may have another source. */}
      <FileSource key={`${file.id} ${file.version}`} file={file} />
    </>
  )
}
