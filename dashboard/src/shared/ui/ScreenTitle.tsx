/** The name of the screen in the browser's tab and history. React puts it into the head. */
export function ScreenTitle({ name }: { name: string }) {
  return <title>{`${name} · Shelfwright`}</title>;
}
