export default function ShelfPage({ id }: { id: string }) { return <p>{id}</p>; }
