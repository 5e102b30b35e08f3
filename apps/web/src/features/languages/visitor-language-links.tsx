import { LANGUAGE_NAMES, LANGUAGE_PARAMETER, type LanguageCode } from '@nollie/contract/languages'
import { OFFERED } from '../../lib/page/page-language.ts'
import { m } from '../../i18n/messages.ts'
import styles from './language-links.module.css'

type Props = {
  /** Opens the page in another language. If absent, the links work as usual and preserve only the URL's path. */
  onChoose?: (code: LanguageCode) => void
}

/** Language links for signed-out people. They work without scripts. */
export function VisitorLanguageLinks({ onChoose }: Props) {
  if (OFFERED.length === 1) return null
  return (
    <nav className={styles.root} aria-label={m.languages_choose()}>
      {OFFERED.map((code) => (
        <a
          key={code}
          href={`?${LANGUAGE_PARAMETER}=${code}`}
          hrefLang={code}
          lang={code}
          aria-current={code === m.languages_code() ? 'true' : undefined}
          onClick={(event) => {
            if (!onChoose) return
            event.preventDefault()
            onChoose(code)
          }}
        >
          {LANGUAGE_NAMES[code]}
        </a>
      ))}
    </nav>
  )
}

/** The language links behind their current language, for forms, where few people need them. */
export function FoldedLanguageLinks(props: Props) {
  const current = OFFERED.find((code) => code === m.languages_code())
  if (!current || OFFERED.length === 1) return null
  return (
    <details className={styles.folded}>
      <summary>
        {m.languages_choose()} · {LANGUAGE_NAMES[current]}
      </summary>
      <VisitorLanguageLinks {...props} />
    </details>
  )
}
