import { type ReactNode, useId } from 'react'
import styles from './system.module.css'

/** A name and its value. */
export type Figure = readonly [name: string, value: ReactNode]

/** A section of the page: a heading above names and values. */
export function FigureList({
  title,
  figures,
  children,
}: {
  title: string
  figures: readonly Figure[]
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <dl className={styles.facts} data-figures>
        {figures.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
