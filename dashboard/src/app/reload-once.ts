/** A deploy replaces the files of screens that an open page has not loaded yet: the page is loaded again, once. */
const MARK = 'shelfwright-reloaded';

export async function reloadOnce<T>(load: () => Promise<T>): Promise<T> {
  try {
    const loaded = await load();
    sessionStorage.removeItem(MARK);
    return loaded;
  } catch (error) {
    if (sessionStorage.getItem(MARK) !== null) throw error;
    sessionStorage.setItem(MARK, '1');
    window.location.reload();
    return new Promise<T>(() => {});
  }
}
