import { LANGUAGES, type Language } from '@nollie/contract/accounts/preference-values'
import { LANGUAGE_NAMES } from '@nollie/contract/languages'
import { useQuery } from '@tanstack/react-query'
import { m } from '../../../i18n/messages.ts'
import { OFFERED, openIn } from '../../../lib/page/page-language.ts'
import { Chip } from '../../../ui/index.ts'
import { useLeaveQuestion } from '../../languages/index.ts'
import { preferencesQuery } from '../settings-requests.ts'
import { useSavePreferences } from '../use-save-preferences.ts'
import styles from '../settings.module.css'

function isOffered(choice: Language) {
  return choice === 'auto' || OFFERED.includes(choice)
}

function getLabel(choice: Language) {
  return choice === 'auto' ? m.settings_language_automatic() : LANGUAGE_NAMES[choice]
}

/** A member's language setting. Changing it reloads the page, after a confirmation if something has been typed. */
export function LanguageChoice() {
  const [ask, question] = useLeaveQuestion()
  const { data } = useQuery(preferencesQuery)
  const save = useSavePreferences({
    failed: m.settings_nothing_changed,
    saved: ({ language }) => {
      if (language && language !== document.documentElement.lang) openIn(language)
    },
  })
  const language = save.variables?.language && save.isPending ? save.variables.language : data?.language
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{m.settings_language()}</legend>
        <div>
          {LANGUAGES.filter(isOffered).map((choice) => (
            <Chip
              key={choice}
              pressed={choice === language}
              disabled={!data}
              lang={choice === 'auto' ? undefined : choice}
              onClick={() => ask(() => save.mutate({ language: choice }))}
            >
              {getLabel(choice)}
            </Chip>
          ))}
        </div>
      </fieldset>
      {question}
    </>
  )
}
