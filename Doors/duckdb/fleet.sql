-- A fleet on one machine: checks every marker, fits one motion per space, and names what does not follow it. It reads two files of the
-- server's JSON for each space, fleet/SPACE/old.json and new.json, and pairs markers by their labels:
--
--     duckdb -unsigned -c ".read fleet.sql"
--
-- Another folder, or other tables, take another first statement. What it makes are the tables markers, findings, pairs, motions,
-- residuals and judged. A space needs robust fits or errors to expect: quadcal fit, or quadcal.calibrate of Python, one at a time.

CREATE OR REPLACE TABLE markers AS
SELECT parse_path(filename)[-2] AS space, parse_filename(filename, true) AS side, id, label,
       -- Corners that are not three numbers each are NULL, instead of a quad of other corners or an end of the query. A coordinate that is
       -- no number at all ends it, with the name of the file.
       CASE WHEN len(p1) = 3 AND len(p2) = 3 AND len(p3) = 3 AND len(p4) = 3
            THEN TRY_CAST(list_concat(p1, p2, p3, p4) AS DOUBLE[12]) END AS quad
FROM read_json('fleet/*/*.json', filename = true,
               columns = {id: 'VARCHAR', label: 'VARCHAR', p1: 'DOUBLE[]', p2: 'DOUBLE[]', p3: 'DOUBLE[]', p4: 'DOUBLE[]'});

CREATE OR REPLACE TABLE findings AS
SELECT space, side, id, label, coalesce(quad_codes(quad_check(quad)), 'WRONG_SHAPE') AS codes, coalesce(quad_severity(quad), 'ERROR') AS severity
FROM markers WHERE coalesce(quad_check(quad), 1) <> 0;

-- Markers without an error whose label is once in each list.
CREATE OR REPLACE TABLE pairs AS
WITH sound AS (
    SELECT * FROM markers WHERE quad_severity(quad) <> 'ERROR' AND label <> ''
    QUALIFY count(*) OVER (PARTITION BY space, side, label) = 1)
SELECT space, label, a.id, a.quad AS old, b.quad AS new
FROM sound a JOIN sound b USING (space, label) WHERE a.side = 'old' AND b.side = 'new';

CREATE OR REPLACE TABLE motions AS
SELECT space, count(*) AS markers, unnest(rigid_fit(old, new ORDER BY label)) FROM pairs GROUP BY space;

CREATE OR REPLACE TABLE residuals AS
-- The root mean square of the four corners.
SELECT space, label, id, array_distance(rigid_move(motion, old), new) / 2 AS metres
FROM pairs JOIN motions USING (space) WHERE motion IS NOT NULL;

-- Suspect: a marker that is off by more than 5 cm and three times the middle one was moved, swapped or rescanned badly.
CREATE OR REPLACE TABLE judged AS
SELECT space, m.markers, rms, refused, max(metres) AS worst, arg_max(label, metres) AS worst_label,
       CASE WHEN refused IS NOT NULL THEN 'REFUSED'
            WHEN rms > 0.05 OR max(metres) > greatest(0.05, 3 * median(metres)) THEN 'SUSPECT' ELSE 'GOOD' END AS verdict
FROM motions m LEFT JOIN residuals USING (space) GROUP BY space, m.markers, rms, refused;

SELECT verdict, count(*) AS spaces, max(rms) AS largest_rms FROM judged GROUP BY verdict ORDER BY verdict;
