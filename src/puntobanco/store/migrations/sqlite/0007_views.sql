-- Stored views are made anew of their streams, as after any migration (store/views.py): what an
-- older version kept of a table may be less. Nor did it keep since when stakes lie there.
UPDATE seat SET cloth = json_object('since', (
    SELECT COALESCE(min(record.at), 0) FROM record
    WHERE record.account = seat.account AND record.seat = seat.id AND record.event = 'bet'
        AND record.session = seat.staked_in
        AND json_extract(CAST(record.body AS TEXT), '$.number') = seat.number
)) WHERE stakes <> '{}' AND cloth = '{}';
