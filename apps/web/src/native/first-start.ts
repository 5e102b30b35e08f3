import { addressTyped, checkServer, storeServer } from './server-address.ts'
import { textsFor } from './texts.ts'

function make<N extends keyof HTMLElementTagNameMap>(
  name: N,
  values: Partial<HTMLElementTagNameMap[N]>,
  ...children: Node[]
): HTMLElementTagNameMap[N] {
  const element = Object.assign(document.createElement(name), values)
  element.append(...children)
  return element
}

/** Shows the screen for choosing a server. Resolves once that server has responded and the choice is stored. */
export function chooseServer(request: typeof fetch, present: URL | null): Promise<URL> {
  const { language, texts } = textsFor(navigator.languages)
  document.documentElement.lang = language
  document.title = texts.title
  const input = make('input', {
    id: 'server',
    type: 'url',
    value: present?.host ?? '',
    placeholder: 'nollie.example',
    autocapitalize: 'none',
    spellcheck: false,
  })
  input.inputMode = 'url'
  const note = make('p', { id: 'note' })
  note.setAttribute('role', 'status')
  const button = make('button', { type: 'submit', textContent: texts.go })
  const label = make('label', { htmlFor: 'server', textContent: texts.label })
  const form = make('form', { noValidate: true }, label, input, note, button)
  if (present) {
    const back = make('button', { type: 'button', textContent: texts.back })
    back.addEventListener('click', () => location.reload())
    form.append(back)
  }
  const heading = make('h1', { textContent: texts.title })
  const intro = make('p', { textContent: texts.intro })
  const screen = make('main', { id: 'first-start' }, heading, intro, form)
  document.body.replaceChildren(screen)
  input.focus()
  const complain = (text: string): null => {
    note.textContent = text
    input.setAttribute('aria-invalid', 'true')
    input.focus()
    return null
  }
  const take = async (): Promise<URL | null> => {
    const server = addressTyped(input.value)
    if (!server) return complain(texts.wrong)
    button.disabled = true
    note.textContent = texts.checking
    const error = await checkServer(server, request)
    button.disabled = false
    if (error) return complain(texts[error])
    await storeServer(server)
    return server
  }
  return new Promise((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void take().then((server) => server && resolve(server))
    })
  })
}
