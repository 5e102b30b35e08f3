import { type ReactNode, useId } from 'react'
import styles from './system.module.css'

/** A name and its value. */
export type Fact = readonly [name: string, value: ReactNode]

/** A part of the page: a heading over names and values. */
export function FactList({
  title,
  facts,
  children,
}: {
  title: string
  facts: readonly Fact[]
  children?: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <dl className={styles.facts} data-figures>
        {facts.map(([name, value]) => (
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
