import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import art from '../../ui/art/auth.svg?url'
import { AppLink } from '../../ui/link.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { looks } from '../../ui/looks.ts'
import { classes } from '../../lib/classes.ts'
import { addressIn } from '../../lib/page/page-language.ts'
import { FoldedLanguageLinks, useLeaveQuestion } from '../languages/index.ts'
import { SecondStepHost } from './two-factor/second-step-host.tsx'
import styles from './auth.module.css'

/** The layout for every account form: a strip of art that links to the home page, and the form below. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const [ask, question] = useLeaveQuestion()
  return (
    <div className={classes(looks.page, styles.root)}>
      <div className={styles.art}>
        <img src={art} alt="" width="390" height="230" />
        <AppLink href="/" {...buttonLook({ variant: 'glass', className: styles.home })}>
          <ArrowLeft aria-hidden="true" />
          {m.accounts_back_home()}
        </AppLink>
      </div>
      <main id="main" tabIndex={-1} className={styles.sheet}>
        <div className={styles.form}>
          <h1>{title}</h1>
          {children}
          <SecondStepHost />
          <FoldedLanguageLinks onChoose={(code) => ask(() => location.assign(addressIn(code)))} />
          {question}
        </div>
      </main>
    </div>
  )
}
