"""People who edit markers while the tool works: each by a name of their own, with the version they read, past the proxy."""

import asyncio

import httpx

NUDGE_METRES = 0.03
KINDS = ("corner", "label", "corner", "data", "delete", "create")


class Person:
    def __init__(self, name, service, chance):
        self.name, self.service, self.chance = name, service, chance
        self.edits = 0

    async def edit(self, space, kind=None, marker=None):
        """One edit; False where somebody else was faster or the server is away."""
        kind = kind or self.chance.choice(KINDS)
        marker = marker or self.chance.choice(space.all())
        try:
            async with self.service.client(self.name) as client:
                return await getattr(self, kind)(client, space, marker)
        except httpx.TransportError:
            return False

    async def work(self, space, pause, stop):
        """Edits until the event is set, with pauses of about so many seconds."""
        while not stop.is_set():
            await self.edit(space)
            try:
                await asyncio.wait_for(stop.wait(), pause * self.chance.uniform(0.3, 1.7))
            except asyncio.TimeoutError:
                pass

    async def patch(self, client, marker, change):
        read = await client.get(f"/markers/{marker}")
        if read.status_code != 200:
            return False
        row = read.json()
        body = change(row)
        if body is None:
            return False
        answer = await client.patch(f"/markers/{marker}", json={**body, "version": row["version"]})
        self.edits += answer.status_code == 200
        return answer.status_code == 200

    def nudged(self, point):
        return [value + self.chance.uniform(-NUDGE_METRES, NUDGE_METRES) for value in point]

    async def corner(self, client, space, marker):
        name = self.chance.choice(["p1", "p2", "p3", "p4"])
        return await self.patch(client, marker, lambda row: {name: self.nudged(row[name])})

    async def label(self, client, space, marker):
        return await self.patch(client, marker, lambda row: {
            "label": f"{row['label']}, seen by {self.name}", "custom_props": {**row["custom_props"], "seen": self.name}})

    async def data(self, client, space, marker):
        """calibrated_data by hand; a corner where the server takes none or the marker has none."""
        if space.variant.get("calibrated", "keeps") != "keeps":
            return await self.corner(client, space, marker)

        def change(row):
            data = row["calibrated_data"]
            return {"calibrated_data": {**data, "p1": self.nudged(data["p1"])}} if data else None

        return await self.patch(client, marker, change)

    async def delete(self, client, space, marker):
        answer = await client.delete(f"/markers/{marker}")
        self.edits += answer.status_code == 204
        return answer.status_code == 204

    async def create(self, client, space, marker):
        """A new marker beside one that is there, so in the frame that this one is in now."""
        read = await client.get(f"/markers/{marker}")
        if read.status_code != 200:
            return False
        row = read.json()
        shift = [self.chance.uniform(0.3, 0.9) for _ in range(3)]
        corners = {name: [a + b for a, b in zip(row[name], shift)] for name in ("p1", "p2", "p3", "p4")}
        body = {"work_session_id": row["work_session_id"], "label": f"new by {self.name} {self.edits}", **corners}
        answer = await client.post("/markers", json=body)
        self.edits += answer.status_code == 201
        return answer.status_code == 201

    async def vector(self, space):
        """The space's vector by hand; it has no version, so this is done between runs of the tool only."""
        async with self.service.client(self.name) as client:
            row = (await client.get(f"/spaces/{space.id}")).json()
            body = {"calibration_vector": self.nudged(row["calibration_vector"] or [0.0, 0.0, 0.0])}
            self.edits += (await client.patch(f"/spaces/{space.id}", json=body)).status_code == 200
